import type { Locale } from '#shared/text.ts'
import type { ProviderMethods } from './wallets.ts'

/** The public configuration with which a browser shows a provider's card fields and challenges. */
export type PublicConfiguration = ProviderMethods & {
  /** The provider's name, which is stored with every payment. */
  readonly provider: string
  /** The folder in `modules/money/payments/providers/` whose `card-fields.ts` the browser loads. */
  readonly adapter: string
  readonly publishableKey: string
  readonly origin: string
}

/** A typed card as a token of one provider; other providers don't know it. */
export type CardToken = { readonly id: string; readonly provider: string }

export type CardFields = {
  /**
   * Returns a token for the typed card, or a message that explains why there is none. The fields show their own
   * errors.
   */
  tokenise(): Promise<{ readonly token: CardToken } | { readonly message: string }>
  destroy(): void
}

export type CardSettings = PublicConfiguration & {
  readonly locale: Locale
  readonly theme: string
  readonly title: string
  readonly failed: string
  readonly onReady: () => void
}

/** A provider's card fields. Card numbers are typed on the provider's origin, never on ours. */
export type CardFieldsAdapter = {
  mount(into: HTMLElement, settings: CardSettings): Promise<CardFields>
  /** Runs a challenge with the provider's script. If absent, the page shows the challenge's URL in a frame. */
  runChallenge?(settings: Pick<CardSettings, 'publishableKey' | 'locale'>, clientSecret: string): Promise<void>
}

/** Returns whether a message comes from the challenge's page and reports that the donor has finished it. */
export const isChallengeFinished = (
  { origin, data }: { readonly origin: string; readonly data?: { readonly sunbul?: string; readonly type?: string } },
  challenge: { readonly url: string },
): boolean => challenge.url.startsWith(`${origin}/`) && data?.sunbul === '3ds' && data.type === 'finished'
