import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { approvePayout, rejectPayout } from './approve-payout.ts'
import { assertPayoutsEnabled } from './authorize-for-payouts.ts'
import { liftHold, setHold, setReservePercent } from './charity-holds.ts'
import { confirmBatch, confirmPayout, readOutcome, readPaidOn } from './confirm-payout.ts'
import type { payoutsStaffContract } from './contract-staff.ts'
import { settleDebt } from './debts.ts'
import { importStatement } from './import-statement.ts'
import type { PayoutPorts } from './ports.ts'
import { findReadPayout, readStatement } from './read-payouts.ts'
import { recordOpening } from './record-opening.ts'
import { openBatchFile, sendBatch } from './send-batch.ts'
import { listStaffPayouts } from './staff-payouts.ts'
import { batchReference } from './rules/reference.ts'
import { viewOfBatch, viewOfPayout } from './views.ts'

const done = { done: true } as const

/** Reads the instant until which everything was paid outside. Throws the fault of its field. */
function readUntil(until: string | undefined): Date {
  if (until === undefined)
    throw new Problem('validation', 'invalid-input', { fields: { until: { code: 'date-invalid' } } })
  return new Date(until)
}

const allHandlers: Handlers<typeof payoutsStaffContract, PayoutPorts, Viewer> = {
  'GET /v4/staff/payouts': ({ app, viewer }) => listStaffPayouts(app, accountOf(viewer)),
  'GET /v4/staff/payouts/:payoutId': async ({ app, input }) =>
    readStatement(app, await findReadPayout(app, input.payoutId)),
  'POST /v4/staff/payouts/:payoutId/approval': async ({ app, viewer, context, input }) =>
    viewOfPayout(await approvePayout(app, accountOf(viewer), context, input.payoutId)),
  'POST /v4/staff/payouts/:payoutId/refusal': async ({ app, viewer, context, input }) =>
    viewOfPayout(await rejectPayout(app, accountOf(viewer), context, input)),
  'POST /v4/staff/payouts/:payoutId/outcome': async ({ app, viewer, context, input }) => ({
    result: await confirmPayout(app, accountOf(viewer), context, {
      payoutId: input.payoutId,
      outcome: readOutcome(app, input),
    }),
  }),
  'POST /v4/staff/payout-batches': async ({ app, viewer, context, input }) =>
    viewOfBatch(await sendBatch(app, accountOf(viewer), context, input)),
  'GET /v4/staff/payout-batches/:batchId/file': async ({ app, viewer, context, input }) => {
    const { batch, bytes } = await openBatchFile(app, accountOf(viewer), context, input.batchId)
    const [type, extension] =
      batch.format === 'csv' ? (['text/csv; charset=utf-8', 'csv'] as const) : (['application/xml', 'xml'] as const)
    return answer(
      {},
      {
        file: { type, bytes },
        headers: {
          'content-disposition': `attachment; filename="${batchReference(batch.number)}.${extension}"`,
          'cache-control': 'private, no-store',
        },
      },
    )
  },
  'POST /v4/staff/payout-batches/:batchId/outcome': async ({ app, viewer, context, input }) => {
    const paidOn = readPaidOn(app, input.paidOn)
    return { result: await confirmBatch(app, accountOf(viewer), context, { batchId: input.batchId, paidOn }) }
  },
  'POST /v4/staff/payout-statements': ({ app, viewer, context, input }) =>
    importStatement(app, { ...input, byId: accountOf(viewer).accountId, ip: context.ip }),
  'POST /v4/staff/charities/:organizationId/payout-hold': async ({ app, viewer, context, input }) => {
    const organizationId = BigInt(input.organizationId)
    await setHold(app, { viewer: accountOf(viewer), context }, { organizationId, reason: input.reason })
    return done
  },
  'DELETE /v4/staff/charities/:organizationId/payout-hold': async ({ app, viewer, context, input }) => {
    await liftHold(app, { viewer: accountOf(viewer), context }, BigInt(input.organizationId))
    return done
  },
  'POST /v4/staff/charities/:organizationId/payout-reserve': async ({ app, viewer, context, input }) => {
    const organizationId = BigInt(input.organizationId)
    await setReservePercent(app, { viewer: accountOf(viewer), context }, { ...input, organizationId })
    return done
  },
  'POST /v4/staff/charities/:organizationId/payout-debts': async ({ app, viewer, context, input }) => ({
    result: await settleDebt(app, accountOf(viewer), context, {
      ...input,
      organizationId: BigInt(input.organizationId),
      campaignId: BigInt(input.campaignId),
      amount: BigInt(input.amount),
    }),
  }),
  'POST /v4/staff/charities/:organizationId/payout-opening': async ({ app, viewer, context, input }) => ({
    result: await recordOpening(app, accountOf(viewer), context, {
      organizationId: BigInt(input.organizationId),
      currency: input.currency,
      result:
        input.result === 'nothing'
          ? 'nothing'
          : { until: readUntil(input.until), zakat: BigInt(input.zakat), rest: BigInt(input.rest) },
    }),
  }),
}

type StaffHandlers = Handlers<typeof payoutsStaffContract, PayoutPorts, Viewer>
type AnyHandler = (call: { readonly app: PayoutPorts }) => Promise<unknown>

/** Every call of staff is refused on a site that doesn't pay out. */
export const payoutsStaffHandlers = Object.fromEntries(
  Object.entries(allHandlers as unknown as Readonly<Record<string, AnyHandler>>).map(([name, handle]) => [
    name,
    async (call: { readonly app: PayoutPorts }) => {
      assertPayoutsEnabled(call.app)
      return handle(call)
    },
  ]),
) as unknown as StaffHandlers
