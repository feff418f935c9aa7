import { At, Bin, Ground, Lamp, paint } from '../street-parts.tsx';
import { SceneFrame } from './scene-frame.tsx';

/** A closed road, the sun behind a cloud and a bin on its side. Means that something failed. */
export default function RoadWork() {
  return (
    <SceneFrame>
      <circle cx="236" cy="54" r="30" fill={paint.maize} />
      <path d="M204 84a18 18 0 0 1 4-35 26 26 0 0 1 47-9 20 20 0 0 1 31 14 15.5 15.5 0 0 1 0 30z" fill={paint.cloud} />
      <path
        d="M0 154v-34h26v-14h30v20h22V94h18v-8l5-18 5 18v8h18v34h36v-18h28v12h34v-20h30v14h24v-10h44V154z"
        fill={paint.far}
      />
      <At x={0} y={154}>
        <Ground from={0} length={320} depth={66} />
      </At>
      <At x={36} y={166} scale={0.86}>
        <Lamp />
      </At>
      <g transform="translate(58 181) rotate(-84)">
        <Bin />
      </g>
      <path d="M128 202l8-82h8l8 82zM226 202l8-82h8l8 82z" fill={paint.navy} />
      <path d="M112 128h154v22H112zM112 160h154v18H112z" fill={paint.stone} />
      <path
        d="M118 150l16-22h18l-16 22zM154 150l16-22h18l-16 22zM190 150l16-22h18l-16 22zM226 150l16-22h18l-16 22zM124 178l13-18h18l-13 18zM160 178l13-18h18l-13 18zM196 178l13-18h18l-13 18zM232 178l13-18h18l-13 18z"
        fill={paint.brick}
      />
      <path d="M140 121v-7M238 121v-7" stroke={paint.ink} strokeWidth="5" />
      <path d="M140 106h0M238 106h0" stroke={paint.maize} strokeWidth="17" strokeLinecap="round" />
      <path d="M276 206l9-40h8l9 40z" fill={paint.brick} />
      <path d="M281 186h16l2 9h-20z" fill={paint.stone} />
      <path d="M268 204h42v6h-42z" fill={paint.ink} />
    </SceneFrame>
  );
}
