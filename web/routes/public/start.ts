import { redirect } from 'react-router'

/** `/v4` is the home page (decisions.md, Product). */
export const loader = () => redirect('/v4')
