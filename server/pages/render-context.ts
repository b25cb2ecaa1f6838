import { createContext } from 'react-router'
import type { PixelConsent } from '../tenants/page-pixel.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { InformationPage, InformationPageName } from '#shared/pages/information-pages.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import type { ParticipantsClaims } from '#modules/faith/deeds/index.ts'
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

/**
 * The product's calls as pages make them on the server: the same parsing, rights and answers as over HTTP, without the
 * wire.
 */
export type ServerApi = <Call extends keyof ProductContract & string>(
  call: Call,
  input: InputOf<ProductContract, Call>,
  /** What the `Idempotency-Key` header says over HTTP: a form carries it in a hidden field. */
  key?: string,
) => Promise<OutputOf<ProductContract, Call>>

export type Theme = 'auto' | 'light' | 'dark'
/** `auto`: as the device asks for. */
export type Motion = 'auto' | 'reduced'

/**
 * A refusal as a page shows it: one sentence, and one for each field that is wrong. `proof`: what has to be worked out
 * for the next press.
 */
export type Refusal = {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly proof?: ProofChallenge
}

/** Who runs this installation, as the footer shows it. */
export type Operator = {
  readonly name: string
  readonly registration: string | undefined
  readonly contactEmail: string
}

/** What the server knows of one request for a page. */
export type RenderContext = {
  /** A call as this visitor; a session that it opens or ends is the browser's. */
  readonly api: ServerApi
  readonly nonce: string
  readonly locale: Locale
  readonly theme: Theme
  readonly motion: Motion
  /** The currency the visitor would like to read amounts in; undefined: each in its own. */
  readonly currency: Currency | undefined
  /**
   * The visitor's country, ISO 3166-1 alpha-2: the chosen one, else the one their address is in; undefined: not known.
   */
  readonly country: string | undefined
  /** The country the visitor chose themselves. */
  readonly chosenCountry: string | undefined
  readonly viewer: {
    readonly isSignedIn: boolean
    /** A login whose second factor is still to be shown. */
    readonly needsSecondFactor: boolean
    readonly id: string
    readonly firstName: string
    readonly email: string
  }
  /** The basket that this visitor is filling. */
  readonly basket: BasketSummary | undefined
  readonly productName: string
  readonly operator: Operator
  /** Reads an information page in the visitor's language. */
  informationPage(name: InformationPageName): Promise<InformationPage>
  readonly origin: string
  /** Whether the page is shown on a charity's host: to everybody alike, without scripts (pages-12). */
  readonly isTenant: boolean
  /** The origin that shows the page: a charity's host's, or the platform's. */
  readonly hostOrigin: string
  /** Returns the origin of a charity's public addresses; undefined: it has no host of its own (pages-11). */
  charityOriginOf(subdomain: string): Promise<string | undefined>
  /**
   * The pixel of a page on a charity's host, with the picture to ask for once its visitor allowed it (pages-15).
   * Undefined on the platform, and for pages without one.
   */
  pixelOf(slug: string): Promise<{ readonly consent: PixelConsent; readonly picture: string | null } | undefined>
  readonly isProduction: boolean
  readonly zakatVariant: 'default' | 'maximize'
  /** Who bears the processing fee of zakat that its donor does not cover. */
  readonly zakatFees: ZakatFees
  /** Whether gifts on a schedule may be given as zakat (S2 §9). */
  readonly isZakatOnPlans: boolean
  /** Whether the zakat home page is on (S2 §9). */
  readonly isZakatHomeOn: boolean
  /** Whether charities sign up themselves, are invited by staff, or neither. */
  readonly charitySignUp: 'open' | 'invitation' | 'closed'
  /** Whether charities are paid out; otherwise the operator's own is the only one (content-32). */
  readonly hasPayouts: boolean
  /** How many people took part in a programme, with its source. */
  readonly deedsParticipants: ParticipantsClaims
  /** A survey that the Deeds story embeds. */
  readonly deedsSurveyUrl: string | undefined
  /** How this visitor is asked for a tip. */
  readonly tipPolicy: TipPolicy
  /** What a payment costs in a currency; by default by card. */
  readonly paymentFee: (currency: Currency, method?: FeeMethod) => FeeData
  readonly payments: PublicConfiguration
  /** Opens a session with the answer, or says why not. */
  logIn(input: {
    email: string
    password: string
    reCaptcha?: string
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly refused: Refusal }>
  logOut(): Promise<void>
  /** What a refused call says, in the visitor's language; anything else that was thrown is thrown again. */
  refusalOf(error: unknown): Refusal
  /** Faults by field → their sentences in the visitor's language. */
  sentencesOf(fields: Readonly<Record<string, Fault>>): Readonly<Record<string, string>>
  now(): Date
  logError(error: unknown, text: string): void
}

const key = Symbol.for('sunbul.render-context')

/** One object, though this file is loaded twice: by Node, and inside the web's server bundle. */
export const renderContext = ((globalThis as Record<symbol, unknown>)[key] ??=
  createContext<RenderContext>()) as ReturnType<typeof createContext<RenderContext>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The nonce of this answer's Content-Security-Policy. */
    cspNonce: string
  }
}
