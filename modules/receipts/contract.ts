import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const receiptsContract = {
  'POST /api/user/resendReceipt': endpoint({
    access: 'signed-in',
    summary: 'Mails the receipt of a gift once more, marked as a copy: three a day. `id` is the gift’s or the receipt’s.',
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({ id: z.string(), number: z.string(), remaining: z.number().int() }),
    refuses: ['not-found', 'receipt-copies-spent', 'receipt-not-ready'],
  }),
}
