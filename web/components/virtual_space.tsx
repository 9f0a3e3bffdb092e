/** The room of the rows of a long table that are not in the page. */
export function VirtualSpace({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <tr>
      <td colSpan={columns} className="virtual-space" style={{ height }} />
    </tr>
  )
}
