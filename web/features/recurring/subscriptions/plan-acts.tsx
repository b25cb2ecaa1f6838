import { useText } from '#web/lib/text.tsx'
import { isResumable, type PlanInList, planName } from './plan-text.ts'

/** Actions of a plan in a list: one click each, with a confirmation to cancel (recurring-19). */
export function PlanActs({ plan }: { readonly plan: PlanInList }) {
  const t = useText()
  const name = planName(t, plan)
  const here = `/account/giving/${plan.id}`
  const one = (act: string) => t('managing.act-one', { act, name })
  const actButton = (intent: 'skip' | 'pause' | 'resume', act: string) => (
    <form method="post" action={here}>
      <input type="hidden" name="version" value={plan.version} />
      {intent === 'skip' && plan.next ? <input type="hidden" name="key" value={plan.next.key} /> : null}
      <button className="link-button" name="intent" value={intent} aria-label={one(act)}>
        {act}
      </button>
    </form>
  )
  const isOver = plan.status !== 'active'
  return (
    <div className="plan-acts">
      <a className="button button-quiet button-small" href={here} aria-label={t('managing.see-one', { name })}>
        {t('managing.see')}
      </a>
      {!isOver && plan.next?.canBeSkipped ? actButton('skip', t('managing.link-skip')) : null}
      {plan.state === 'active' ? actButton('pause', t('managing.pause')) : null}
      {plan.state === 'paused' && isResumable(plan) ? actButton('resume', t('managing.resume')) : null}
      {isOver ? null : (
        <a className="link-button" href={`${here}?cancel=yes#cancel`} aria-label={one(t('managing.end-open'))}>
          {t('managing.end-open')}
        </a>
      )}
    </div>
  )
}
