import { useText } from '#web/lib/text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { Dashboard } from './dashboard-parts.tsx'

const paths = {
  story: '/edit',
  picture: '/edit/picture',
  levels: '/levels',
  review: '/edit/review',
  share: '/share',
  thank: '#latest',
  news: '/news',
} as const

/** The steps from an empty draft to the first update, as links; the first open one is marked. */
export function StartChecklist({ items, root }: { readonly items: Dashboard['checklist']; readonly root: string }) {
  const t = useText()
  const doneCount = items.filter(({ isDone }) => isDone).length
  const next = items.find(({ isDone, canDo }) => !isDone && canDo)?.step
  return (
    <section className="card card-in stack" aria-labelledby="start">
      <div className="row-apart row-baseline">
        <h2 id="start">{t('organize.start-title')}</h2>
        <p className="quiet small">{t('organize.start-done', { done: doneCount, count: items.length })}</p>
      </div>
      <Progress percent={(doneCount * 100) / items.length} />
      <ol className="dashboard-start">
        {items.map(({ step, isDone, canDo }) => (
          <li
            key={step}
            data-done={isDone || undefined}
            {...(step === next ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="dashboard-start-mark" aria-hidden="true" />
            <div>
              {isDone || !canDo ? (
                <span className="dashboard-start-name">
                  {t(`organize.start-${step}`)}
                  {isDone ? <span className="visually-hidden"> {t('organize.start-is-done')}</span> : null}
                </span>
              ) : (
                <a className="dashboard-start-name" href={`${root}${paths[step]}`}>
                  {t(`organize.start-${step}`)}
                </a>
              )}
              {isDone ? null : <p className="quiet small">{t(`organize.start-${step}-text`)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
