import type { AskableState, PageState } from '#modules/organizers/hosted-pages/rules/page-states.ts'
import { useText } from '../../../lib/text.tsx'

/** The next steps from each state, the first as the main button. */
const steps: Readonly<Record<PageState, readonly AskableState[]>> = {
  draft: ['published'],
  review: ['draft'],
  published: ['published', 'unpublished', 'ended'],
  unpublished: ['published', 'ended', 'archived'],
  ended: ['archived'],
  archived: ['draft'],
}

const labels = {
  draft: 'pages.to-draft',
  published: 'pages.to-published',
  unpublished: 'pages.to-unpublished',
  ended: 'pages.to-ended',
  archived: 'pages.to-archived',
} as const

/** A form with a button for each next step of a page. */
export function PageStates({ status }: { readonly status: PageState }) {
  const t = useText()
  return (
    <form method="post" className="own-charity-row">
      {steps[status].map((state, place) => (
        <button
          key={state}
          name="state"
          value={state}
          className={`button ${place === 0 ? 'button-primary' : 'button-quiet'}`}
        >
          {t(status === 'published' && state === 'published' ? 'pages.publish-changes' : labels[state])}
        </button>
      ))}
    </form>
  )
}
