/** What it costs to send a parcel. Weights are in kilograms, prices in cents. */
export let parcels = 0;

export function cost(weight: number, express: boolean): number {
  if (!(weight > 0)) throw new RangeError(`no weight: ${weight}`);
  let price = weight <= 2 ? 450 : 450 + 100 * weight;
  if (express) {
    price *= 2;
    console.log('express');
  }
  parcels++;
  return price;
}
