import { msg } from '../../language/messages.ts'
import type { Entry } from '../entry.ts'

/** Attached files and pictures. */
export const files = {
  no_such_file: { text: 'there is no file {id}', shown: msg('This file no longer exists') },
  client_gone: { text: 'the client has gone', shown: false },
  picture_unreadable: { text: 'the picture cannot be read; omit size to get the original file', shown: false },
  picture_not_resizable: {
    text: 'the picture is too large to be resized; omit size to get the original file',
    shown: false,
  },
  too_many_resizes: { text: 'too many pictures are being resized; try again', shown: false },
  no_disk_space: {
    text: 'the server has no disk space for the file; try again later',
    shown: msg('The server has no space for the file. Try again later'),
  },
  type_and_ids_go_together: { text: 'linked_object_type and object_ids go together', shown: false },
  not_a_picture: {
    field: 'file_data',
    text: '{field} must be a complete PNG or JPEG picture',
    shown: msg('The file must be a PNG or JPEG picture'),
  },
  too_many_pixels: {
    field: 'file_data',
    text: 'the picture has more than {max} megapixels',
    shown: msg('The picture has more than {max} megapixels'),
  },
  picture_too_wide: {
    field: 'file_data',
    text: 'the picture is more than {max} pixels wide or high',
    shown: msg('The picture is more than {max} pixels wide or high'),
  },
  file_deleted: { text: 'the file was deleted', shown: msg('The file was deleted') },
  file_deleted_already: { text: 'the file was already deleted', shown: msg('This file no longer exists') },
  not_base64: { text: '{field} must be base64 text', shown: false },
  file_name_ending: {
    field: 'file_name',
    text: '{field} must end in {endings}: the picture is a {format}',
    shown: msg('The file’s name must end in {endings}, because the picture is a {format}'),
  },
  changing_file_not_allowed: {
    text: 'changing another user’s file needs the permission manage_timesheets',
    shown: false,
  },
  not_file_properties: { text: '{field} must be an object of file_description and image_rotation', shown: false },
  too_many_links: {
    text: 'file {id} is already attached to {max} objects',
    shown: msg('This file is already attached to {max} entries'),
  },
  no_such_file_here: { text: 'there is no such file', shown: msg('This file no longer exists') },
  file_data_unusable: { field: 'file_data', text: '{field} {problem}', shown: false },
} as const satisfies Record<string, Entry>
