import type { Endpoint } from './webhooks.ts'

export type SandboxOptions = {
  readonly port?: number
  readonly host?: string
  /** Where the journal lives; without one nothing outlives the process. */
  readonly folder?: string | undefined
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhook?: Endpoint | undefined
  /** Pages that may show the card fields and the challenge. */
  readonly allowedOrigins: readonly string[]
  readonly faults?: boolean
  /** How long a "timeout" keeps its caller waiting. */
  readonly holdMs?: number
  readonly seed?: string
}
