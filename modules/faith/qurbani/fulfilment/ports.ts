import type { RefundPorts } from '#modules/money/refunds/index.ts'
import type { QurbaniPorts } from '../ports.ts'

export type FulfilmentPorts = QurbaniPorts &
  RefundPorts & {
    /** Days after the last day of slaughter in which a charity can confirm shares before their donors are asked. */
    readonly qurbaniConfirmDays: number
  }
