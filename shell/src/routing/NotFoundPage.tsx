import { NOT_FOUND_TITLE, NotFound } from '@dps/ui/not-found';
import { useDocumentTitle } from '../document/page.ts';

/** The page for all addresses that no module has. */
export default function NotFoundPage() {
  useDocumentTitle(NOT_FOUND_TITLE);
  return <NotFound />;
}
