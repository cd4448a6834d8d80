import { useEffect, useState } from 'react';
import { drawToasts, type Toast } from '../ui/toast.ts';

/** Draws toasts plainly: a destructive one is an alert, any other a status. */
export function ToastList() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => drawToasts((toast) => setToasts((before) => [...before, toast])), []);
  return toasts.map(({ title, description, look }) => (
    <div key={`${title} ${description}`} role={look === 'destructive' ? 'alert' : 'status'}>
      <p>{title}</p>
      {description && <p>{description}</p>}
    </div>
  ));
}
