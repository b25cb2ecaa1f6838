import { renderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { downloadText } from '../../../features/organizers/organizing/download-text.ts'
import { offsiteTemplate } from '../../../features/faith/zakat/tracker/offsite-template.ts'
import { needSignIn } from '../../../lib/theirs.ts'
import type { Route } from './+types/template'

/** A CSV file with the headings and two example rows, which spreadsheet programs read as UTF-8. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer, locale, now } = context.get(renderContext)
  needSignIn(viewer, request)
  const csv = offsiteTemplate(locale, localDateIn('UTC', now()))
  return downloadText({ csv: `\ufeff${csv}\r\n`, filename: 'zakat-payments.csv' })
}
