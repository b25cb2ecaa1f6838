import { postedText } from '#web/lib/form-values.ts'

/** Reads the choice in a posted form, with the refund amount that was shown to the donor. */
export const postedChoice = (form: FormData) => ({
  choice: postedText(form, 'choice', 10) === 'refund' ? ('refund' as const) : ('sadaqah' as const),
  amount: Number(/^\d{1,15}$/.exec(postedText(form, 'amount', 20))?.[0] ?? -1),
})
