import { redirect } from 'react-router'
import type { Route } from './+types/campaign-short'

/** The address people share: the campaign's page, with whatever came with the link (contract-7). */
export const loader = ({ request, params }: Route.LoaderArgs) =>
  redirect(`/v4/campaign/${encodeURIComponent(params.slug)}${new URL(request.url).search}`)
