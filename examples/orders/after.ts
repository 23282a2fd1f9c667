export interface Parcel {
  weight: number;
  paid: boolean;
}

export function sum(prices: number[]): number {
  return prices.reduce((total, price) => total + price, 0);
}

export function fee(weight: number): number {
  if (weight <= 2) return 5;
  if (weight > 20) throw new RangeError('too heavy');
  return 9;
}

export function pay(parcel: Parcel, charge: (amount: number) => void): void {
  parcel.paid = true;
  charge(fee(parcel.weight));
}

export function label({ weight }: Parcel): string {
  return `${weight.toLocaleString('en')} kg`;
}
