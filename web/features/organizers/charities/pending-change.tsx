import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, type Translate, useText } from '#web/lib/text.tsx'

type Members = OutputOf<ProductContract, 'GET /v4/organizations/:organizationId/members'>
type Change = NonNullable<Members['change']>

/** The change of ownership that waits: what it does and when, and the button of an owner to stop it. */
export function PendingChange({
  change,
  date,
  members,
  here,
}: {
  readonly change: Change
  /** The day on which it takes effect; null if staff decide. */
  readonly date: string | null
  readonly members: Members['members']
  readonly here: string
}) {
  const t = useText()
  const nameOf = (id: string | null): string => {
    const member = members.find(({ accountId }) => accountId === id)
    return `\u2068${member ? member.name || member.email : '–'}\u2069`
  }
  return (
    <section className="notice stack" aria-labelledby="ownership-change">
      <h2 id="ownership-change" className="organize-subheading">
        {t('fundraising.ownership-waiting')}
      </h2>
      <p>{sentenceOf(t, change, nameOf)}</p>
      {change.ownerId === null ? null : (
        <p className="quiet">{t('fundraising.ownership-requested-by', { name: nameOf(change.requestedById) })}</p>
      )}
      <p>
        {date ? t('fundraising.ownership-waiting-until', { date }) : t('fundraising.ownership-waiting-staff')}{' '}
        {t('fundraising.ownership-locked')}
      </p>
      {change.stop ? (
        <PageForm action={here}>
          <input type="hidden" name="change" value={change.id} />
          <button className="button button-quiet" name="intent" value="stop">
            {t(`fundraising.ownership-stop-${change.stop}`)}
          </button>
        </PageForm>
      ) : null}
    </section>
  )
}

function sentenceOf(t: Translate, change: Change, nameOf: (id: string | null) => string): string {
  const params = {
    owner: nameOf(change.ownerId),
    successor: nameOf(change.successorId),
    role: change.role ? t(`fundraising.role-${change.role}` as MessageKey) : '',
  }
  if (change.ownerId === null) return t('fundraising.ownership-joins', params)
  if (change.successorId !== null) return t('fundraising.ownership-transfer', params)
  return t(change.role === null ? 'fundraising.ownership-leaves' : 'fundraising.ownership-demotes', params)
}
