import { parseModule } from '#syntax/parse';
import { listFunctions } from '#trace/list-functions';
import type { Recording } from '#trace/recording';

/** Files with functions of which none was seen by itself: what compiled them told nothing of where they are written. */
export function filesKnownAsWhole({ modules }: Recording, texts: ReadonlyMap<string, string>): string[] {
  return modules.flatMap(({ path, functions, build }) => {
    const text = functions.length === 1 && build === undefined ? texts.get(path) : undefined;
    const tree = text === undefined ? null : parseModule(path, text).tree;
    return tree !== null && listFunctions(tree).filter(({ seen }) => seen).length > 1 ? [path] : [];
  });
}
