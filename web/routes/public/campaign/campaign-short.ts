import { redirect } from 'react-router'
import type { Route } from './+types/campaign-short'

/** The short URL, which redirects to the campaign's page with all parameters (contract-7). */
export const loader = ({ request, params }: Route.LoaderArgs) =>
  redirect(`/v4/campaign/${encodeURIComponent(params.slug)}${new URL(request.url).search}`)
