import { redirect } from 'react-router'
import { pathOfProgramme } from '#web/features/recurring/subscriptions/wizard/programme.ts'
import type { Route } from './+types/programme-short'

/** Redirects `/scheduled-giving/friday-givers` and `daily-givers` to the wizard's first step, with all parameters. */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect(pathOfProgramme(pathname.includes('friday-givers') ? 'FridayGivers' : 'DailyGivers') + search)
}
