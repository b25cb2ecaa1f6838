import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'

const reason = z.enum(['too-many-due', 'clocks', 'provider-ahead', 'person'])

const killSwitch = z.object({
  isOn: z.boolean(),
  reason: reason.nullable(),
  /** Measurements at the time when it was set. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  setAt: instant.nullable(),
  /** Due and unclaimed donations that resuming would charge, and the number of `late` ones that it would skip. */
  waiting: z.object({
    donations: z.number().int(),
    plans: z.number().int(),
    late: z.number().int(),
    /** Whether more are due than were counted. */
    hasMore: z.boolean(),
    since: instant.nullable(),
    /** Sums including tips, in minor units. */
    amounts: z.array(
      z.object({ currency: z.string().refine(isCurrency), donations: z.number().int(), amount: minorUnits }),
    ),
  }),
  /** Actions of staff, newest first; `by` is null for the command line. */
  history: z.array(
    z.object({
      act: z.enum(['set', 'released']),
      at: instant,
      by: z.string().nullable(),
      reason,
      note: z.string(),
      imported: z.number().int(),
      unmatched: z.array(z.string()),
    }),
  ),
})
z.globalRegistry.add(killSwitch, {
  id: 'ChargingKillSwitch',
  description: 'The charging kill switch of recurring donations.',
})
export type KillSwitchView = z.output<typeof killSwitch>

const note = z.string().trim().min(1).max(300)

export const killSwitchContract = {
  'GET /v4/staff/plans/kill-switch': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Get the charging kill switch',
    description:
      'Returns whether recurring donations are charged now, why not, the waiting donations in minor units, and the history. Requires the finance role.',
    input: z.object({}),
    output: killSwitch,
  }),
  'PUT /v4/staff/plans/kill-switch': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Stop charging',
    description:
      'Stops charging recurring donations until charging is resumed; an earlier reason stays. Requires the finance role.',
    input: z.object({ note }),
    output: killSwitch,
  }),
  'POST /v4/staff/plans/kill-switch/resume': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Resume charging',
    description:
      'Resumes charging recurring donations. After a restored backup, it first imports missing charges from the provider. Requires the finance role.',
    /** `setAt`: when the kill switch that the caller saw was set; if it was set again since, the call is refused. */
    input: z.object({ note, setAt: z.iso.datetime().optional() }),
    output: z.object({ wasOn: z.boolean(), imported: z.number().int(), unmatched: z.array(z.string()) }),
    refuses: ['payment-unavailable', 'kill-switch-changed'],
  }),
}
