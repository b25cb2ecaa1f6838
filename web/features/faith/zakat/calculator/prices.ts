type MetalPrice = {
  readonly perGram: string
  readonly day: string
  readonly source: string
  /** With `confirm` the price is older than a week, so the donor must agree to it or type another (zakat-13). */
  readonly age: 'fresh' | 'dated' | 'confirm'
}
export type Prices = {
  readonly gold: MetalPrice | null
  readonly silver: MetalPrice | null
  readonly rates: Readonly<Record<string, { readonly perEuro: string; readonly day: string }>>
}

/** Returns the dates of outdated prices that the donor must agree to, since they typed no other; empty if none. */
export const pricesToAgree = (answers: Readonly<Record<'gold' | 'silver', string>>, prices: Prices): string =>
  (['gold', 'silver'] as const)
    .flatMap((metal) => (answers[metal] === '' && prices[metal]?.age === 'confirm' ? [prices[metal].day] : []))
    .join()
