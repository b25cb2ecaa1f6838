import { createContext } from 'react-router'
import type { ProductContract } from '#modules/contract.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import type { Locale } from '#shared/text.ts'

/** The product's calls as pages make them on the server: the same parsing, rights and answers as over HTTP, without the wire. */
export type ServerApi = <Call extends keyof ProductContract & string>(call: Call, input: InputOf<ProductContract, Call>) => Promise<OutputOf<ProductContract, Call>>

export type Theme = 'auto' | 'light' | 'dark'

/** What the server knows of one request for a page. */
export type RenderContext = {
  readonly api: ServerApi
  readonly nonce: string
  readonly locale: Locale
  readonly theme: Theme
  readonly country: string | undefined
  readonly viewer: { readonly isSignedIn: boolean; readonly firstName: string; readonly email: string }
  readonly productName: string
  readonly origin: string
  readonly isProduction: boolean
  readonly zakatVariant: 'default' | 'maximize'
  /** A session to open or end with the answer: a page's action logs somebody in. */
  setSession(session: { token: string; expiresAt: Date } | null): void
  now(): Date
  logError(error: unknown, text: string): void
}

const key = Symbol.for('sunbul.render-context')

/** One object, though this file is loaded twice: by Node, and inside the web's server bundle. */
export const renderContext = ((globalThis as Record<symbol, unknown>)[key] ??= createContext<RenderContext>()) as ReturnType<typeof createContext<RenderContext>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The nonce of this answer's Content-Security-Policy. */
    cspNonce: string
  }
}
