import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { monthsContract } from '../../contract-months.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { previewMonth } from './reschedule-nights.ts'

export const monthsHandlers: Handlers<typeof monthsContract, SubscriptionPorts, Viewer> = {
  'GET /v4/staff/hijri/preview': ({ app, input }) => previewMonth(app, input),
}
