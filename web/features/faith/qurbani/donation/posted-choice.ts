import { postedText } from '../../../../lib/posted.ts'

/** The choice of a posted form, with the refund that its donor was shown. */
export const postedChoice = (form: FormData) => ({
  choice: postedText(form, 'choice', 10) === 'refund' ? ('refund' as const) : ('sadaqah' as const),
  amount: Number(/^\d{1,15}$/.exec(postedText(form, 'amount', 20))?.[0] ?? -1),
})
