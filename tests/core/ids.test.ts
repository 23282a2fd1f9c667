import { expect, expectTypeOf, test } from 'vitest';
import { type BindingId, bindingId, type FunctionId, functionId, moduleId, type NodeId, nodeId } from '#core/ids';

test('an id is its number at run time', () => {
  expect([nodeId(1), functionId(2), moduleId(3), bindingId(4)]).toEqual([1, 2, 3, 4]);
});

test('ids of different things are different types, and a plain number is none of them', () => {
  expectTypeOf<NodeId>().toExtend<number>();
  expectTypeOf<NodeId>().not.toExtend<FunctionId>();
  expectTypeOf<BindingId>().not.toExtend<NodeId>();
  expectTypeOf<number>().not.toExtend<NodeId>();
});
