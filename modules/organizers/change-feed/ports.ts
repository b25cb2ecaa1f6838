import type { TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'

export type ChangeFeedPorts = Ports & TwoFactorPolicy
