import type { Locale } from '#shared/text.ts'
import type { ProviderMethods } from './wallets.ts'

/** What the donor's browser needs to show a payment provider's card fields and challenges. */
export type PublicConfiguration = ProviderMethods & {
  /** The provider's name, as it is stored with every payment. */
  readonly provider: string
  /** The folder under `modules/money/payments/providers/` whose `card-fields.ts` the browser loads. */
  readonly adapter: string
  readonly publishableKey: string
  readonly origin: string
}

/** A typed card, as the provider knows it; another provider does not. */
export type CardToken = { readonly id: string; readonly provider: string }

export type CardFields = {
  /** Returns a token for the typed card, or a message why there is none; the fields show their own errors. */
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

/** What a provider shows in the page: card numbers are typed on its origin and never on ours. */
export type CardFieldsAdapter = {
  mount(into: HTMLElement, settings: CardSettings): Promise<CardFields>
  /** Runs a challenge with the provider's own script; absent: its page is shown in a frame. */
  answerChallenge?(settings: Pick<CardSettings, 'publishableKey' | 'locale'>, clientSecret: string): Promise<void>
}

/** Whether a message comes from the page of a challenge and reports that the donor has finished it. */
export const isChallengeFinished = (
  { origin, data }: { readonly origin: string; readonly data?: { readonly sunbul?: string; readonly type?: string } },
  challenge: { readonly url: string },
): boolean => challenge.url.startsWith(`${origin}/`) && data?.sunbul === '3ds' && data.type === 'finished'
