/** A simplified wheel brake system: what the pedal and the switch demand becomes pressure and a reading. */
export let altPress = 0;
export let meter = 2;

export function update(pedalPos: number, bSwitch: number, pedalCmd: number): void {
  if (pedalPos <= 0) {
    pedalCmd = pedalCmd + 1;
  } else if (pedalPos === 1) {
    pedalCmd = pedalCmd + 2;
  } else {
    pedalCmd = pedalPos;
  }

  pedalCmd = pedalCmd + 1;

  if (bSwitch === 0) {
    meter = 1;
  } else if (bSwitch === 1) {
    meter = 2;
  }

  if (pedalCmd === 2) {
    altPress = 0;
  } else if (pedalCmd === 3) {
    altPress = 1 / 4;
  } else {
    altPress = 1 / 2;
  }
}
