import type { RequestableState, HostedPageState } from '#modules/organizers/hosted-pages/rules/page-states.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'

type Props = {
  readonly status: HostedPageState
  /** Whether the draft differs from the public page. */
  readonly hasChanges: boolean
  readonly canEdit: boolean
  readonly mayMove: boolean
  readonly isVerified: boolean
}

/** Returns the available transitions of a page for members with permission; the first is the primary button. */
function stepsOf({ status, hasChanges, mayMove, isVerified }: Props): readonly RequestableState[] {
  if (!mayMove) return []
  const steps: Readonly<Record<HostedPageState, readonly RequestableState[]>> = {
    draft: ['published'],
    review: isVerified ? ['published', 'draft'] : ['draft'],
    published: ['unpublished'],
    unpublished: ['published', 'archived'],
    ended: [...(hasChanges ? (['published'] as const) : []), 'archived'],
    archived: ['draft'],
  }
  return steps[status]
}

const labels = {
  draft: 'pages.to-draft',
  published: 'pages.to-published',
  unpublished: 'pages.to-unpublished',
  ended: 'pages.to-ended',
  archived: 'pages.to-archived',
} as const

/** A form with a button for each transition of a page. Ending a page needs one more click. */
export function PageStates(props: Props) {
  const t = useText()
  const { status, hasChanges, canEdit, mayMove } = props
  const steps = stepsOf(props)
  const canEnd = mayMove && (status === 'published' || status === 'unpublished')
  return (
    <PageForm id="states-form" className="stack">
      <p className="own-charity-row">
        {status === 'published' && hasChanges && canEdit ? (
          <button name="state" value="published" className="button button-primary">
            {t('pages.publish-changes')}
          </button>
        ) : null}
        {steps.map((state) => (
          <button
            key={state}
            name="state"
            value={state}
            className={`button ${state === 'published' ? 'button-primary' : 'button-quiet'}`}
          >
            {t(labels[state])}
          </button>
        ))}
      </p>
      {canEnd ? (
        <details>
          <summary>{t('pages.to-ended')}</summary>
          <div className="stack">
            <p>{t('pages.ended-text')}</p>
            <p>
              <button name="state" value="ended" className="button button-danger">
                {t('pages.to-ended')}
              </button>
            </p>
          </div>
        </details>
      ) : null}
    </PageForm>
  )
}
