import { regExpData } from '#smt/regexp-operations';
import { argument, toText } from '../conversions';
import { fromEngine, plainValue } from './engine-call';
import { concretised, type LibraryModel, type LibraryPart } from './library-model';

/** Functions that write and read texts for addresses. A text without anything special is left as it is. */
export const uris: LibraryPart = {
  encodeURI: translation(encodeURI, "^[\\w\\-.!~*'();/?:@&=+$,#]*$"),
  encodeURIComponent: translation(encodeURIComponent, "^[\\w\\-.!~*'()]*$"),
  decodeURI: translation(decodeURI, '^[^%]*$'),
  decodeURIComponent: translation(decodeURIComponent, '^[^%]*$'),
  escape: translation(escape, '^[\\w@*+\\-./]*$'),
  unescape: translation(unescape, '^[^%]*$'),
};

function translation(translate: (text: string) => string, unchanged: string): LibraryModel {
  const data = regExpData({ source: unchanged, flags: '', group: 0 });
  return concretised((machine, call) => {
    const text = toText(machine, argument(call.args, 0));
    const isUnchanged = machine.terms.apply('regexp.test', [text, machine.terms.constant(0)], data);
    if (machine.decide(isUnchanged)) return text;
    const known = String(plainValue(machine, text, call.name));
    return fromEngine(machine, () => translate(known));
  });
}
