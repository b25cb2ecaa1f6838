/** Returns a response that the browser downloads as a file and doesn't cache. */
export const downloadText = ({ csv, filename }: { readonly csv: string; readonly filename: string }): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
