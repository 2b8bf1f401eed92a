<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="cave-props" tilewidth="16" tileheight="16" tilecount="56" columns="8">
 <image source="cave-props.png" width="128" height="112"/>
 <tile id="28">
  <properties>
   <property name="light" type="int" value="92"/>
   <property name="light_x" type="int" value="8"/>
   <property name="light_y" type="int" value="9"/>
  </properties>
 </tile>
 <tile id="43">
  <properties>
   <property name="light" type="int" value="92"/>
   <property name="light_x" type="int" value="12"/>
   <property name="light_y" type="int" value="10"/>
  </properties>
 </tile>
</tileset>
