import type { Endpoint } from './webhooks.ts'

export type SandboxOptions = {
  readonly port?: number
  readonly host?: string
  /** Folder of the journal; without it nothing is stored after the process ends. */
  readonly folder?: string | undefined
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhook?: Endpoint | undefined
  /** Origins of pages that may embed the card fields and the challenge. */
  readonly allowedOrigins: readonly string[]
  readonly faults?: boolean
  /** Delay of timeout faults, in milliseconds. */
  readonly holdMs?: number
  readonly seed?: string
}
