import { z } from 'zod'
import { hijriMonthKey } from '#modules/recurring/plans/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

export const monthsContract = {
  'GET /v4/staff/hijri/preview': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Preview an announced Hijri month',
    description:
      'Returns how many active plans and nights an announced first day would move; their donors would be emailed. Changes nothing. Requires the admin role.',
    input: z.object({
      calendar: hijriMonthKey.calendar,
      year: z.coerce.number().pipe(hijriMonthKey.year),
      month: z.coerce.number().pipe(hijriMonthKey.month),
      startsOn: z.string().max(20),
    }),
    output: z.object({
      plans: z.number().int(),
      nights: z.number().int(),
      /** False if the group has more plans than were read. */
      isComplete: z.boolean(),
    }),
    refuses: ['announced-too-far', 'announced-impossible', 'announced-too-late'],
  }),
}
