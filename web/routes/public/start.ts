import { redirect } from 'react-router'

/** `/v4` is the home page (contract-7). */
export const loader = () => redirect('/v4')
