import { charitySections } from '#web/features/organizers/charities/sections.ts'
import { useText } from '#web/lib/text.tsx'
import type { CharityTasks } from './charity-figures.ts'

type Task = CharityTasks[number] & { readonly due: string | null }

/** Where each task is done: a section of the charity, a section of the fundraiser, or a page of the account. */
const places: Readonly<
  Record<
    Task['task'],
    { readonly section: string; readonly query?: string } | { readonly campaign: string } | { readonly path: string }
  >
> = {
  'verification-ended': { section: '/verification' },
  'verification-ending': { section: '/verification' },
  disputes: { section: '/donations', query: '?state=disputed' },
  'failing-plans': { section: '/plans' },
  'refunds-asked': { section: '/donations', query: '?refundRequest=open' },
  'fundraisers-asked': { section: '/fundraisers' },
  'zakat-reports': { campaign: '/distributions' },
  claims: { campaign: '/claims' },
  'email-unconfirmed': { path: '/account/security' },
  'bank-missing': { section: '/bank' },
  'yearly-report': { section: '/reports' },
}

function hrefOf({ task, campaign }: Task, root: string): string | undefined {
  const place = places[task]
  if ('path' in place) return place.path
  if ('campaign' in place) return campaign ? `/organize/${campaign.id}${place.campaign}` : undefined
  return charitySections.some(({ path }) => path === place.section)
    ? `${root}${place.section}${place.query ?? ''}`
    : undefined
}

/** What the member can do for the charity, most urgent first, each with a link to where it is done. */
export function CharityTaskList({ tasks, root }: { readonly tasks: readonly Task[]; readonly root: string }) {
  const t = useText()
  if (tasks.length === 0) return <p className="quiet">{t('workspace.no-tasks')}</p>
  return (
    <ul className="dashboard-tasks">
      {tasks.map((task) => {
        const href = hrefOf(task, root)
        const text = t(`workspace.task-${task.task}`, { count: task.count })
        return (
          <li key={`${task.task} ${task.campaign?.id}`} className="workspace-task">
            {href ? <a href={href}>{text}</a> : <span>{text}</span>}
            {task.campaign ? (
              <bdi className="quiet small" lang={task.campaign.language}>
                {task.campaign.name}
              </bdi>
            ) : null}
            {task.due ? (
              <span className="quiet small">{t('workspace.due', { date: `\u2068${task.due}\u2069` })}</span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
