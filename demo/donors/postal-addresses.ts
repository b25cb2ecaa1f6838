/** Fictional streets for tax and postal addresses. */
export const streets: readonly string[] = [
  'Sample Street',
  'Specimen Road',
  'Example Lane',
  'Placeholder Avenue',
  'Model Close',
  'Demo Gardens',
]
export const postalCodes: Readonly<Record<string, readonly string[]>> = {
  GB: ['LE1 0XX', 'B1 0XX', 'E1 0XX', 'M1 0XX'],
  US: ['48126', '77036', '60629', '10029'],
  CA: ['L5A 1A1', 'M4B 1B3', 'T2A 1A1'],
}
export const demoStates: Readonly<Record<string, readonly string[]>> = {
  US: ['MI', 'TX', 'IL', 'NY'],
  CA: ['ON', 'QC', 'AB'],
}
