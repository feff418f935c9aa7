import { Check, X } from 'lucide-react';
import { type Line, notTaken, taken } from './plan-texts.ts';
import { Section } from './section.tsx';

export function WhatWeTake() {
  return (
    <Section id="take" title="What goes on the curb" className="border-line border-t">
      <div className="mt-5 grid gap-x-16 gap-y-6 lg:mt-10 lg:grid-cols-2">
        <List title="We take" lines={taken} icon={Check} color="text-leaf" />
        <List title="We don't take" lines={notTaken} icon={X} color="text-brick" />
      </div>
    </Section>
  );
}

interface ListProps {
  title: string;
  lines: readonly Line[];
  icon: typeof Check;
  color: string;
}

function List({ title, lines, icon: Icon, color }: ListProps) {
  return (
    <div>
      <h3 className="border-b-2 border-ink pb-2.5 text-xl">{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line.title} className="flex gap-3 border-line border-b py-2.5 last:border-b-0">
            <Icon className={`mt-0.5 size-5 shrink-0 ${color}`} strokeWidth={2.5} aria-hidden="true" />
            <p className="text-pretty text-soft">
              <strong className="block font-semibold text-ink">{line.title}</strong>
              {line.text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
