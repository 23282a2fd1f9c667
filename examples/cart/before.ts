/** Percent off for many of the same. */
function discount(quantity: number): number {
  return quantity >= 10 ? 10 : 0;
}

function atLeastZero(value: number): number {
  return value < 0 ? 0 : value;
}

export function total(price: number, quantity: number): number {
  if (quantity < 0) throw new RangeError('quantity');
  return price * quantity * (100 - discount(quantity));
}

export function stock(left: number): string {
  return atLeastZero(left) > 0 ? 'available' : 'sold out';
}

export function label(quantity: number, name: string): string {
  return quantity + ' × ' + name;
}
