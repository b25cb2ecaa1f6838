/** Returns the reference of a payout on bank statements: `SB` and its number, at most 15 characters (payouts-12). */
export const payoutReference = (number: bigint): string => `SB${number}`

/** Returns the reference of a batch on bank statements: `SBB` and its number. */
export const batchReference = (number: bigint): string => `SBB${number}`

/** Returns the payouts' and batches' references in a bank's text, in upper case and without spaces. */
export const referencesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .replace(/\bSB(B?)\s+(?=\d)/g, 'SB$1')
      .match(/\bSBB?\d{1,12}\b/g) ?? [],
  ),
]
