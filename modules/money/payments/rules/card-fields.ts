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
  /** The provider couldn't show its fields; `onReady` isn't called. */
  readonly onFailed: () => void
}

/** A provider's card fields and challenges. Card numbers are typed on the provider's origin, never on ours. */
export type CardFieldsAdapter = {
  mount(into: HTMLElement, settings: CardSettings): Promise<CardFields>
  /** How a page shows 3-D Secure challenges: one of the two, never both. */
  readonly challenges: ScriptedChallenges | FramedChallenges
}

/** The provider's script shows a challenge in a dialog of its own. */
type ScriptedChallenges = {
  /** Resolves when the donor has finished, with whatever result. Rejects if the challenge couldn't be shown. */
  run(settings: Pick<CardSettings, 'publishableKey' | 'locale'>, clientSecret: string): Promise<void>
}

/** The page shows a challenge in a frame, which reports its end by `postMessage` (`isChallengeFinished`). */
type FramedChallenges = {
  /** Returns the URL of the frame in the donor's language. */
  frameUrl(url: string, locale: Locale): string
}

/** Returns whether a message comes from the challenge's page and reports that the donor has finished it. */
export const isChallengeFinished = (
  { origin, data }: { readonly origin: string; readonly data?: { readonly sunbul?: string; readonly type?: string } },
  frameUrl: string,
): boolean => new URL(frameUrl).origin === origin && data?.sunbul === '3ds' && data.type === 'finished'
