/** The space of the rows of a long table that are not rendered. */
export function VirtualSpace({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <tr>
      <td colSpan={columns} className="virtual-space" style={{ height }} />
    </tr>
  )
}
