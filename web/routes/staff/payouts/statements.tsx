import '#web/features/money/payouts/staff/staff-payouts.css'
import { isCurrency } from '#shared/currencies.ts'
import { decodeCsv } from '#shared/input/csv-file.ts'
import { Problem } from '#shared/problem.ts'
import { proposalAbout } from '#web/features/money/payouts/staff/drafts.ts'
import { MatchedRows } from '#web/features/money/payouts/staff/matched-rows.tsx'
import { PayoutsHead } from '#web/features/money/payouts/staff/payout-parts.tsx'
import {
  mappingOf,
  statementFields,
  type StatementValues,
  uploadFields,
} from '#web/features/money/payouts/staff/statement-fields.ts'
import { StatementForm, StatementPreview } from '#web/features/money/payouts/staff/statement-import.tsx'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/statements'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/payouts-staff', 'faith/faults']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const { banks, statementRows, proposals } = await api('GET /v4/staff/payouts', {})
    return {
      banks,
      rows: statementRows.map(({ id, payoutId, batchId, ...row }) => ({
        ...row,
        key: id,
        href: payoutId === null ? `/staff/payouts/batches#batch-${batchId}` : `/staff/payouts/${payoutId}`,
        isOpen:
          row.meaning !== 'differs' &&
          proposalAbout(proposals, payoutId === null ? `payout-batch:${batchId}` : `payout:${payoutId}`) !== undefined,
      })),
    }
  })

/** Returns the input of the call. Throws the fault of the currency. */
function inputOf({ currency, ...values }: StatementValues) {
  if (!isCurrency(currency)) throw new Problem('validation', 'invalid-input')
  const { bank, csv } = values
  return { bank, currency, text: csv, mapping: mappingOf({ ...values, currency }) }
}

/** Reads a statement without saving (`preview`), or saves what it proposes (`propose`). Works without JavaScript. */
export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    { preview: uploadFields, propose: statementFields },
    {
      preview: async ({ file, ...typed }, { api }) => {
        const values = file.content === '' ? typed : { ...typed, csv: decodeCsv(Buffer.from(file.content, 'base64')) }
        const input = inputOf(values)
        const preview = await api('POST /v4/staff/payout-statements', { ...input, preview: true })
        return { result: { preview, values, currency: input.currency } }
      },
      propose: async (values, { api }) => {
        await api('POST /v4/staff/payout-statements', inputOf(values))
        return '?done=proposed'
      },
    },
    { decisions: ['propose'] },
  )

const done = { proposed: 'staff-payouts.done-statement' } as const

/** Bank statements: what they say about payouts and batches, which a person confirms there. */
export default function StaffPayoutStatements({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { banks, rows } = loaderData
  const title = t('staff-payouts.statements')
  const result = sentAs(actionData, 'preview')?.result
  const form = viewForm(uploadFields, actionData, { currency: 'GBP' }, { first: 'bank' })
  return (
    <>
      <PayoutsHead title={title} lead={t('staff-payouts.statements-lead')} here="/staff/payouts/statements" />
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      {result ? <StatementPreview {...result} /> : <StatementForm form={form} banks={banks} />}
      <section className="card card-in stack" aria-labelledby="rows">
        <h2 id="rows">{t('staff-payouts.statement-rows')}</h2>
        {rows.length === 0 ? <p className="quiet">{t('staff-payouts.statement-rows-none')}</p> : null}
        <MatchedRows rows={rows} />
      </section>
    </>
  )
}
