/** Wallets of a phone or browser; the spelling is the payload's (S2 §3). */
export const wallets = ['applepay', 'googlepay'] as const
export type Wallet = (typeof wallets)[number]

/** What a payment provider can charge beside cards, as far as the operator wants it. */
export type ProviderMethods = {
  readonly wallets: readonly Wallet[]
  /** Debits of bank accounts in the United States (ACH). */
  readonly hasBankDebits: boolean
}

/** Reads `WALLETS`: names separated by commas, or nothing for none. Undefined: it names another or one twice. */
export function parseWallets(text: string): readonly Wallet[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const known = wallets.filter((wallet) => names.includes(wallet))
  return known.length === names.length ? known : undefined
}
