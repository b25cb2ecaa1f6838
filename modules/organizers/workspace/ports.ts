import type { TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { PayoutPorts } from '#modules/money/payouts/index-server.ts'
import type { Ports } from '#shared/ports.ts'

export type WorkspacePorts = Ports & TwoFactorPolicy & Pick<PayoutPorts, 'payouts'>
