import type { DraftView } from '#modules/organizers/fundraising/contract.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'

export const editSteps = ['basics', 'story', 'picture', 'giving', 'review'] as const
export type EditStep = (typeof editSteps)[number]

export const isStep = (text: string | undefined): text is EditStep =>
  (editSteps as readonly (string | undefined)[]).includes(text)

/** The step of each field. */
export const editStepOf: Readonly<Record<string, EditStep>> = {
  title: 'basics',
  tagline: 'basics',
  category: 'basics',
  location: 'basics',
  country: 'basics',
  language: 'basics',
  goal: 'basics',
  endDate: 'basics',
  story: 'story',
  coverId: 'picture',
  coverAlt: 'picture',
  gallery: 'picture',
  minimumDonation: 'giving',
  isZakatRequested: 'giving',
  tipsEnabled: 'giving',
  impacts: 'giving',
}

/** Returns the incomplete steps, including the picture's while there is none. */
export const openStepsOf = (draft: Pick<DraftView, 'missing' | 'content'>): ReadonlySet<EditStep> =>
  new Set([
    ...draft.missing.map(({ field }) => editStepOf[field] ?? 'basics'),
    ...(draft.content.coverId === '' ? (['picture'] as const) : []),
  ])

/** The form's steps as submit buttons, because switching saves the content. */
export function StepNav({
  step,
  openSteps,
  isLive,
  formId,
}: {
  readonly step: EditStep
  /** Incomplete steps. */
  readonly openSteps: ReadonlySet<EditStep>
  readonly isLive: boolean
  readonly formId: string
}) {
  const t = useText()
  return (
    <nav aria-label={t('fundraising.steps')}>
      <ol className="organize-steps">
        {editSteps.map((entry, place) => (
          <li key={entry}>
            <button
              form={formId}
              name="go"
              value={entry}
              className="organize-step"
              {...(entry === step ? { 'aria-current': 'step' as const } : {})}
            >
              <span className="num" aria-hidden="true">
                {entry !== 'review' && !openSteps.has(entry) ? '✓' : place + 1}
              </span>
              {t(
                (entry === 'review' && isLive
                  ? 'fundraising.step-review-live'
                  : `fundraising.step-${entry}`) as MessageKey,
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
