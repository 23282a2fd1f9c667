export interface Parcel {
  weight: number;
  paid: boolean;
}

export function sum(prices: number[]): number {
  let total = 0;
  for (const price of prices) total += price;
  return total;
}

export function fee(weight: number): number {
  if (weight > 20) throw new RangeError('too heavy');
  return weight > 2 ? 9 : 5;
}

export function pay(parcel: Parcel, charge: (amount: number) => void): void {
  charge(fee(parcel.weight));
  parcel.paid = true;
}

export function label({ weight }: Parcel): string {
  return weight.toLocaleString('en') + ' kg';
}
