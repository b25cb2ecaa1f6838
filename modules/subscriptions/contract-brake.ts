import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const brake = z.object({
  isOn: z.boolean(),
  reason: z.enum(['too-many-due', 'clocks', 'provider-ahead', 'person']).nullable(),
  /** What was seen when it was set. */
  facts: z.record(z.string(), z.unknown()),
  setAt: z.string().nullable(),
})
export type BrakeView = z.output<typeof brake>

export const brakeContract = {
  'GET /v4/staff/plans/brake': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Whether gifts of subscriptions are charged at present, and why not.',
    input: z.object({}),
    output: brake,
  }),
  'PUT /v4/staff/plans/brake': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Sets the brake by hand: no gift of a subscription is charged until somebody lets go of it. An older reason stands.',
    input: z.object({ note: z.string().trim().min(1).max(300) }),
    output: brake,
  }),
  'POST /v4/staff/plans/brake/release': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Lets go of the brake. Charges that were lost with a restored backup are taken back from the provider first.',
    input: z.object({}),
    output: z.object({ wasOn: z.boolean(), adopted: z.number().int(), left: z.array(z.string()) }),
    refuses: ['payment-unavailable'],
  }),
}
