import { createContext } from 'react-router'
import type { PixelConsent } from '../tenants/page-pixel.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { InformationPage, InformationPageName } from '#shared/pages/information-pages.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import type { ParticipantsClaims } from '#modules/faith/deeds/index.ts'
import type { FirstStep } from '#modules/trust/moderation/rules/first-steps.ts'
import type { Currency } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import type { BasketSummary } from '#modules/money/baskets/contract-basket.ts'
import type { FeeData } from '#modules/money/giving/rules/fees/fee.ts'
import type { FeeMethod } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import type { TipPolicy } from '#modules/money/giving/rules/fees/tip.ts'
import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'

/** Calls the API from pages on the server, with the same parsing, access checks and results as over HTTP. */
export type ServerApi = <Call extends keyof ProductContract & string>(
  call: Call,
  input: InputOf<ProductContract, Call>,
  /** The `Idempotency-Key` of HTTP; a form sends it in a hidden field. */
  key?: string,
) => Promise<OutputOf<ProductContract, Call>>

export type Theme = 'auto' | 'light' | 'dark'
/** `auto` follows the device's setting. */
export type Motion = 'auto' | 'reduced'

/**
 * A refusal as a page shows it: one message, and one for each invalid field. `proof` is the proof of work that the next
 * request needs.
 */
export type Refusal = {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly proof?: ProofChallenge
}

/** The operator of this installation, as the footer shows it. */
export type Operator = {
  readonly name: string
  readonly registration: string | undefined
  readonly contactEmail: string
}

/** The server's data for rendering one page. */
export type RenderContext = {
  /** Calls the API as this visitor; a session that the call opens or ends is the browser's. */
  readonly api: ServerApi
  readonly nonce: string
  readonly locale: Locale
  readonly theme: Theme
  readonly motion: Motion
  /** The visitor's display currency; undefined: each amount in its own currency. */
  readonly currency: Currency | undefined
  /**
   * The visitor's country, ISO 3166-1 alpha-2: the chosen one, otherwise the one of their address; undefined if
   * unknown.
   */
  readonly country: string | undefined
  /** The country that the visitor chose. */
  readonly chosenCountry: string | undefined
  readonly viewer: {
    readonly isSignedIn: boolean
    /** Whether the login still needs its second factor. */
    readonly needsSecondFactor: boolean
    readonly id: string
    readonly firstName: string
    readonly email: string
    readonly isEmailConfirmed: boolean
  }
  /** The visitor's current basket. */
  readonly basket: BasketSummary | undefined
  readonly productName: string
  readonly operator: Operator
  /** Reads an information page in the visitor's language. */
  informationPage(name: InformationPageName): Promise<InformationPage>
  readonly origin: string
  /** Whether the page is shown on a charity's host: the same for all visitors, without scripts (pages-12). */
  readonly isTenant: boolean
  /** The origin that shows the page: a charity's host or the platform. */
  readonly hostOrigin: string
  /** Returns the origin of a charity's public addresses; undefined if it has no host (pages-11). */
  charityOriginOf(subdomain: string): Promise<string | undefined>
  /**
   * Returns the pixel of a page on a charity's host, with the picture to load after the visitor consented (pages-15).
   * Undefined on the platform, and for pages without a pixel.
   */
  pixelOf(slug: string): Promise<{ readonly consent: PixelConsent; readonly picture: string | null } | undefined>
  readonly isProduction: boolean
  /** Returns what a new installation still lacks before its first donation; for staff pages. */
  firstSteps(): Promise<readonly FirstStep[]>
  readonly zakatVariant: 'default' | 'maximize'
  /** The zakat policy: the operator's https URL, or the platform's page. */
  readonly zakatPolicyUrl: string
  /** Who pays the processing fee of zakat if its donor doesn't cover it. */
  readonly zakatFees: ZakatFees
  /** Whether scheduled donations may be marked as zakat (S2 §9). */
  readonly isZakatOnPlans: boolean
  /** Whether the zakat home page is enabled (S2 §9). */
  readonly isZakatHomeOn: boolean
  /** Whether charities sign up themselves, are invited by staff, or neither. */
  readonly charitySignUp: 'open' | 'invitation' | 'closed'
  /** Whether charities are paid out; if not, the operator's own is the only one (content-32). */
  readonly hasPayouts: boolean
  /** Whether the page /trust exists. */
  readonly hasTrustPage: boolean
  /** The number of participants of each programme, with its source. */
  readonly deedsParticipants: ParticipantsClaims
  /** The URL of a survey that the Deeds story embeds. */
  readonly deedsSurveyUrl: string | undefined
  /** How the tip is offered to this visitor. */
  readonly tipPolicy: TipPolicy
  /** Returns the fee of a payment in a currency, by card by default. */
  readonly paymentFee: (currency: Currency, method?: FeeMethod) => FeeData
  readonly payments: PublicConfiguration
  /** Opens a session for the response, or returns why it can't. */
  logIn(input: {
    email: string
    password: string
    reCaptcha?: string
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly refused: Refusal }>
  logOut(): Promise<void>
  /** Returns a problem's message in the visitor's language; rethrows any other error. */
  refusalOf(error: unknown): Refusal
  /** Returns the messages of invalid fields in the visitor's language. */
  sentencesOf(fields: Readonly<Record<string, Fault>>): Readonly<Record<string, string>>
  now(): Date
  logError(error: unknown, text: string): void
}

const key = Symbol.for('sunbul.render-context')

/** One object, although this file is loaded twice: by Node and in the web's server bundle. */
export const renderContext = ((globalThis as Record<symbol, unknown>)[key] ??=
  createContext<RenderContext>()) as ReturnType<typeof createContext<RenderContext>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The nonce of this response's Content-Security-Policy. */
    cspNonce: string
  }
}
