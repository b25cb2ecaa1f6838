/** A file made by a call, handed to the browser as a download that nobody keeps in between. */
export const handOver = ({ csv, filename }: { readonly csv: string; readonly filename: string }): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
