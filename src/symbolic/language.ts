import { decideKey } from './computed-key';
import { storeElement } from './store-element';
import { constructInput } from './construct-input';
import { toNumber } from './conversions';
import { classPrototype } from './input-classes';
import { invoke } from './invoke';
import type { Language } from './machine';
import {
  commonJsGlobal,
  setCommonJsGlobal,
  deadZone,
  exported,
  importCall,
  imported,
  link,
  moduleEnded,
  moduleWaits,
  require,
} from './modules';
import { regExp } from './regexp-object';
import { complain } from './shown';

/** The operations of the language that reach each other in circles. */
export const language: Language = {
  invoke,
  toNumber,
  exported,
  imported,
  link,
  moduleEnded,
  moduleWaits,
  commonJsGlobal,
  setCommonJsGlobal,
  importCall,
  require,
  storeElement,
  deadZone,
  decideKey,
  complain,
  regExp,
  classPrototype,
  constructInput,
};
